import { accepted, type Question, refused } from './question.ts';

/** The first half: what becomes a task, how it comes to be, what it is and how it asks. */
export const OF_WORK: readonly Question[] = [
  {
    key: 'eligibility',
    title: 'Eligibility',
    question: 'Why is this work a task?',
    several: true,
    choices: [
      accepted('outlives-request', 'It may outlive its request.', 'It may outlive its request.'),
      accepted('external-queue', 'A queue elsewhere owns the work.', 'A queue elsewhere owns the work.'),
      accepted(
        'client-recovers',
        'The client must find it again after a crash of its own.',
        'The client must be able to find it again after a crash of its own.',
      ),
      accepted('waits-for-input', 'It pauses until somebody answers.', 'It pauses until somebody answers.'),
      accepted(
        'durable-result',
        'The result must be there later as well.',
        'The result must be there later as well.',
      ),
      refused(
        'fast-lookup',
        'None of these: it is a fast look-up, made a task all the same.',
        'A fast look-up as a task costs a write, a handle and a poll to deliver what one answer could hold.',
        'Answer within the request, and make a task only of work that may outlive it.',
      ),
    ],
  },
  {
    key: 'capability',
    title: 'Capability contract',
    question: 'What does a request get that did not declare the tasks extension?',
    several: false,
    choices: [
      accepted(
        'refuse',
        'The error -32021, which names the extension.',
        'Support is judged by each request alone. One that did not declare the extension gets -32021 with the extension as required capability.',
      ),
      accepted(
        'answer-within',
        'The result itself, within the request, up to a deadline.',
        'Support is judged by each request alone. One that did not declare the extension is answered within the request up to a deadline, and gets -32021 for work that would take longer.',
      ),
      refused(
        'task-anyway',
        'A task all the same.',
        'A task must never go to a request that did not declare the extension: that client cannot read a handle, and the work is lost to it.',
        'Refuse with -32021, or answer within the request.',
      ),
    ],
  },
  {
    key: 'creation',
    title: 'Creation transaction',
    question: 'When does the handle leave?',
    several: false,
    choices: [
      accepted(
        'after-commit',
        'After the commit of row and event, on a store that shows a commit at once.',
        'Row and first event are committed in one transaction, and only then does the handle leave: a tasks/get from any process finds it.',
      ),
      accepted(
        'after-visible',
        'After the task can be read, on a store that shows writes late.',
        'Row and first event are written, the server waits until a read finds them, and only then does the handle leave.',
      ),
      refused(
        'before-visible',
        'Before the task can be read: the write follows.',
        'A handle before read visibility names nothing: the first tasks/get may find no task, and a crash between the two loses the work.',
        'Commit first, or wait until a read finds the task, and answer then.',
      ),
    ],
  },
  {
    key: 'state',
    title: 'State shape',
    question: 'How is the result of a task kept?',
    several: false,
    choices: [
      accepted(
        'inline-bounded',
        'In the row, up to a limit that is enforced.',
        'The row holds status, message, times, ttlMs, pollIntervalMs, owner, original operation, revision, open questions and all issued keys. The result stands in it, up to an enforced limit in bytes.',
      ),
      accepted(
        'artifact-handle',
        'Outside, behind a handle; the row holds the handle.',
        'The row holds status, message, times, ttlMs, pollIntervalMs, owner, original operation, revision, open questions and all issued keys. The result is an artifact elsewhere; the row and tasks/get carry its handle.',
      ),
      refused(
        'inline-unbounded',
        'In the row, however large it is.',
        'An unbounded result payload comes back with every tasks/get and every notification, and no store or client is made for it.',
        'Keep large results outside, and answer with an external artifact handle.',
      ),
    ],
  },
  {
    key: 'methods',
    title: 'Methods',
    question: 'Which methods and tools reach the tasks?',
    several: true,
    choices: [
      accepted(
        'core',
        'tasks/get, tasks/update and tasks/cancel.',
        'tasks/get, tasks/update and tasks/cancel, and nothing that the current revision removed.',
      ),
      accepted(
        'history-own',
        "A history tool over the caller's own tasks, with filters, pages and retention.",
        "A history is a tool of its own: it needs authorisation, tells the caller's own tasks alone, and has filters, pages and a retention.",
      ),
      accepted(
        'legacy-mount',
        'The surface of 2025-11-25, on a mount of its own.',
        'Clients of 2025-11-25 have a mount of their own; what was removed since lives only there.',
      ),
      refused(
        'removed-methods',
        'tasks/result, tasks/list or tasks/status on the current surface.',
        'The current revision has removed tasks/result, tasks/list and tasks/status: they are -32601, and no current client calls them.',
        'Inline the result in tasks/get; serve the old methods on a legacy mount alone.',
      ),
      refused(
        'history-all',
        'A history of all tasks, for everyone who asks.',
        "An unscoped history tells everyone's ids, tools and times.",
        'Make the history a tool that tells the caller its own tasks, in pages, with filters and a retention.',
      ),
    ],
  },
  {
    key: 'input',
    title: 'Input continuation',
    question: 'How does the work ask for input?',
    several: true,
    choices: [
      accepted('none', 'It does not ask.', 'The work does not ask.'),
      accepted(
        'before-creation',
        'Before the task is made, as an input_required result of the call.',
        'Before creation it asks by an input_required result; requestState is sealed and bound to principal, method, arguments and expiry, and the task is made after the last round.',
      ),
      accepted(
        'suspend',
        'While it runs: it suspends, under a key that is used once.',
        'While it runs it suspends in input_required and holds no worker. Each request has a key that is used once in the life of the task; all issued keys are stored, the first answer stays, later and unknown ones are acknowledged and ignored.',
      ),
      refused(
        'reuse-keys',
        'While it runs, under the same key each time.',
        'Key reuse lets a late answer to an old question count as the answer to a new one.',
        'Issue a new key for each question, and store all issued keys as long as the task.',
      ),
    ],
  },
];
