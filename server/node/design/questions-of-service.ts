import { accepted, type Question, refused } from './question.ts';

/** The second half: where the task lives, who may touch it, how it is stopped, told, ended and carried over. */
export const OF_SERVICE: readonly Question[] = [
  {
    key: 'durability',
    title: 'Durability, lease and restart',
    question: 'What is the task store?',
    several: false,
    choices: [
      accepted(
        'database',
        'A shared database with transactions and leases.',
        'A shared database is the store. A worker takes a lease with an epoch and an expiry, and every commit checks both; after a crash another worker runs the step again when the lease is over.',
      ),
      accepted(
        'files',
        'Files of one machine, written atomically.',
        'Files of one machine are the store: written beside, synced, renamed. A worker takes a lease with an epoch and an expiry, and every commit checks both; after a restart the work goes on from the last committed step.',
      ),
      accepted(
        'memory-demo',
        'Memory, for a demo or tests alone.',
        'Memory is the store, so this serves demos and tests alone: a restart loses every task. Leases and epochs are the same as on a durable store.',
      ),
      refused(
        'memory-production',
        'Memory, in production.',
        'A memory-only production store loses every acknowledged task with its process.',
        'Use a shared database, or files on one machine.',
      ),
      refused(
        'session',
        'The session of a connection.',
        'A session as the store ends with its connection, and the current revision has none: a task must outlive both.',
        'Key the task by its id in a store that every replica reads.',
      ),
      refused(
        'sticky-route',
        'The replica that made the task, found again by a sticky route.',
        'A sticky route as the store loses the task with its replica, and with every change of the routes.',
        'Put the tasks into a store that every replica reads; routes may follow the task, not hold it.',
      ),
    ],
  },
  {
    key: 'ownership',
    title: 'Ownership',
    question: 'Who may read, answer and cancel a task?',
    several: false,
    choices: [
      accepted(
        'principal',
        'The principal that made it.',
        'Tenant and principal are resolved from the credentials of every request and are part of every read. Anyone else gets exactly the answer of an unknown id.',
      ),
      accepted(
        'tenant',
        'Everyone of the tenant that made it.',
        'The tenant is resolved from the credentials of every request and is part of every read; its members share their tasks. Anyone else gets exactly the answer of an unknown id.',
      ),
      refused(
        'id-is-enough',
        'Whoever knows its id.',
        'An answer to a non-owner gives the work away: ids stand in logs and links, and knowing one must grant nothing.',
        'Check tenant and principal on every task method and on every listen.',
      ),
      refused(
        'told-apart',
        'Its owner; others are told that it is not theirs.',
        'An answer to a non-owner that differs from the one for an unknown id tells that the task exists.',
        'Answer a foreign id exactly as an unknown one: -32602, in the same words.',
      ),
    ],
  },
  {
    key: 'cancellation',
    title: 'Cancellation',
    question: 'What follows tasks/cancel?',
    several: false,
    choices: [
      accepted(
        'at-once',
        'The task ends as cancelled in the request.',
        'tasks/cancel ends the task in the request and is acknowledged with an empty result. Completion that came first stays; repeats change nothing.',
      ),
      accepted(
        'between-steps',
        'The wish is stored; the work looks between its steps.',
        'tasks/cancel stores the wish and is acknowledged with an empty result; the work looks between its steps. It may complete first, and then that stays.',
      ),
      accepted(
        'ignore',
        'The wish is stored; the work goes on to its end.',
        'tasks/cancel stores the wish and is acknowledged with an empty result; the work cannot be stopped and goes on to its end.',
      ),
      refused(
        'ack-is-proof',
        'The acknowledgement tells the client that the work has stopped.',
        'A cancel ack is no proof: it says that the wish has arrived, and the work may still complete.',
        'Acknowledge with an empty result, and let tasks/get or a notification tell the state.',
      ),
    ],
  },
  {
    key: 'notification',
    title: 'Notification',
    question: 'How does a client hear of changes?',
    several: false,
    choices: [
      accepted('poll', 'By polling tasks/get.', 'Clients poll tasks/get at pollIntervalMs.'),
      accepted(
        'poll-and-listen',
        'By polling, and by subscriptions/listen for those who want it.',
        'Clients poll tasks/get at pollIntervalMs; subscriptions/listen, a POST, pushes full snapshots of owned tasks after its acknowledgement. A lost stream is a new listen and a tasks/get.',
      ),
      refused(
        'get-stream',
        'By a GET stream.',
        'The current revision has no GET stream: the endpoint answers 405.',
        'Offer polling, and subscriptions/listen as a POST that is answered by an event stream.',
      ),
      refused(
        'session-stream',
        'By a stream that belongs to a session, taken up again with Last-Event-ID.',
        'The current revision has no session that a stream could belong to, and nothing to resume it with.',
        'Offer polling, and subscriptions/listen; a lost stream is a new listen and a tasks/get.',
      ),
    ],
  },
  {
    key: 'expiry',
    title: 'Expiry',
    question: 'When does a task go?',
    several: false,
    choices: [
      accepted(
        'ttl-and-retention',
        'It fails after ttlMs, and is purged after a retention.',
        'ttlMs counts from creation: after it, never before, unfinished work fails, and what has ended is purged after a retention by an indexed sweep. That a task expired is told to its owner alone.',
      ),
      accepted(
        'no-limit',
        'No limit is advertised (ttlMs is null); ended tasks are purged by a rule of the domain.',
        'ttlMs is null: no limit is advertised, work may take as long as it takes, and ended tasks are purged by a rule of the domain.',
      ),
    ],
  },
  {
    key: 'migration',
    title: 'Migration',
    question: 'How do tasks live through a new version of the server?',
    several: false,
    choices: [
      accepted(
        'versions',
        'Each row names the version of its tool and schema; old ones are migrated.',
        'Each row names the versions of schema and tool. Old rows are migrated, a step that is unknown fails its task clearly, and a store of a newer version is refused untouched.',
      ),
      accepted(
        'drain',
        'Old workers finish the old tasks before they go.',
        'Each row names the version of its tool. New tasks go to new workers, old workers finish the old ones and go then; a store of a newer version is refused untouched.',
      ),
    ],
  },
];
