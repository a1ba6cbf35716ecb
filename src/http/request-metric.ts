/** One answered request, as the figures of `/api/metrics` count it. */
export interface RequestMetric {
  method: string;
  /** The route's pattern, never the address itself: that would be endless and may be personal. */
  route: string;
  status: number;
  seconds: number;
}
