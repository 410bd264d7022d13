// Numbers of several rounds, and what is promised of them.

export function sorted(values) {
  return [...values].sort((a, b) => a - b);
}

/** The value below which a part `q` (0 to 1) of `values` lies. */
export function quantile(values, q) {
  const order = sorted(values);
  return order[Math.min(order.length - 1, Math.floor(order.length * q))];
}

export const median = (values) => quantile(values, 0.5);

/**
 * One promise and how it came out, from one number a round.
 * @param target the number that the median must reach; with `most` it must not exceed it
 */
export function judge({ what, unit = '×', values, target, most = false, why }) {
  const middle = median(values);
  const met = most ? middle <= target : middle >= target;
  return {
    what,
    unit,
    middle,
    least: Math.min(...values),
    greatest: Math.max(...values),
    target,
    most,
    met,
    why,
  };
}

export const shown = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
