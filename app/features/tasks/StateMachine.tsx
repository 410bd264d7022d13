import type { ReactNode } from 'react';
import type { TaskHistory } from '../../engine/derive/model.ts';
import { type StateStep, stateSteps } from '../../engine/derive/steps.ts';
import { cx } from '../../ui/cx.ts';
import { StatusText, toneClass } from '../../ui/Status.tsx';
import styles from './story.module.css';

/** Where the states stand, centre of each box, px. */
const PLACES: Readonly<Record<string, readonly [number, number]>> = {
  working: [62, 38],
  input_required: [62, 128],
  completed: [268, 20],
  failed: [268, 83],
  cancelled: [268, 146],
};
const BOX = { width: 112, height: 26 } as const;
const LEGAL: readonly (readonly [string, string])[] = [
  ['working', 'input_required'],
  ['input_required', 'working'],
  ...['completed', 'failed', 'cancelled'].flatMap((end): [string, string][] => [
    ['working', end],
    ['input_required', end],
  ]),
];

/** The five states and the ways between them: those that were taken with how often, those that no task may take in red. */
export function StateMachine({ task }: { readonly task: TaskHistory }): ReactNode {
  const steps = stateSteps(task);
  const taken = new Map(steps.map((step) => [`${step.from} ${step.to}`, step]));
  return (
    <figure className={styles.machine}>
      <svg viewBox="0 0 330 166" role="img" aria-label={machineName(task, steps)}>
        <defs>
          {['taken', 'free', 'illegal'].map((kind) => (
            <marker
              key={kind}
              id={`arrow-${kind}`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path className={styles[kind]} d="M0 0L8 4L0 8z" />
            </marker>
          ))}
        </defs>
        {LEGAL.map(([from, to]) => (
          <Way key={from + to} from={from} to={to} step={taken.get(`${from} ${to}`)} />
        ))}
        {steps
          .filter(({ legal }) => !legal)
          .map((step) => (
            <Way key={step.from + step.to} from={step.from} to={step.to} step={step} />
          ))}
        {Object.entries(PLACES).map(([status, [x, y]]) => (
          <g key={status} className={cx(toneClass(status), task.status === status && styles.current)}>
            <rect
              className={styles.state}
              x={x - BOX.width / 2}
              y={y - BOX.height / 2}
              width={BOX.width}
              height={BOX.height}
              rx={13}
            />
            <text x={x} y={y + 4} textAnchor="middle">
              {status}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        {task.status === undefined ? (
          'No state has been told yet.'
        ) : (
          <>
            Now <StatusText status={task.status} />.
          </>
        )}
        {steps.map((step) => (
          <span key={step.from + step.to} className={step.legal ? undefined : styles.bad}>
            {` ${step.from} → ${step.to}${step.times > 1 ? ` ×${step.times}` : ''}${step.legal ? '.' : ': illegal, a final state was left.'}`}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface WayProps {
  readonly from: string;
  readonly to: string;
  readonly step: StateStep | undefined;
}

function Way({ from, to, step }: WayProps): ReactNode {
  const [x1 = 0, y1 = 0] = PLACES[from] ?? [];
  const [x2 = 0, y2 = 0] = PLACES[to] ?? [];
  const kind = step === undefined ? 'free' : step.legal ? 'taken' : 'illegal';
  const half = BOX.width / 2;
  const upright = x1 === x2;
  // The two ways between two states run beside each other.
  const aside = upright ? (y1 < y2 ? 14 : -14) : kind === 'illegal' ? 10 : 0;
  const [ax, bx] = upright
    ? [x1 + aside, x2 + aside]
    : x1 < x2
      ? [x1 + half, x2 - half]
      : [x1 - half, x2 + half];
  const gap = BOX.height / 2;
  const [ay, by] = upright
    ? y1 < y2
      ? [y1 + gap, y2 - gap]
      : [y1 - gap, y2 + gap]
    : [y1 + aside, y2 + aside];
  return (
    <g className={cx(styles.way, styles[kind])}>
      <path d={`M${ax} ${ay}L${bx} ${by}`} markerEnd={`url(#arrow-${kind})`} />
      {step !== undefined && (
        <text x={(ax + bx) / 2 + (upright ? aside : 0)} y={(ay + by) / 2 - 4} textAnchor="middle">
          {step.times}
        </text>
      )}
    </g>
  );
}

function machineName(task: TaskHistory, steps: readonly StateStep[]): string {
  const ways = steps.map(
    ({ from, to, times, legal }) =>
      `${from} to ${to}, ${times} ${times === 1 ? 'time' : 'times'}${legal ? '' : ', illegal'}`,
  );
  return [`State machine: now ${task.status ?? 'no state told'}`, ...ways].join('; ');
}
