/** `PKR 5,000`, `− PKR 1,000`. Money is whole Pakistani rupees everywhere. */
export function formatPkr(amount: number): string {
  return amount < 0 ? `− PKR ${withCommas(-amount)}` : `PKR ${withCommas(amount)}`;
}

/** `5,000` */
export function withCommas(amount: number): string {
  return String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, ',');
}
