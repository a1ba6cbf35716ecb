/** Money is integer Pakistani rupees everywhere. `PKR 5,000` */
export function formatPkr(amount: number): string {
  return `PKR ${grouped.format(amount)}`;
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
