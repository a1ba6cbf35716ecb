/** Money is integer Pakistani rupees everywhere. `PKR 5,000` */
export function formatPkr(amount: number): string {
  return `PKR ${withCommas(amount)}`;
}

/** `5,000` */
export function withCommas(amount: number): string {
  return String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, ',');
}
