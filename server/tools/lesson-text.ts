import { type Resource, staticText } from '../tasks/resource.ts';

const URI = 'taskscope://lesson/durable-work';

const LESSON = `# Durable work on a stateless core

The protocol keeps nothing between two requests. Each one says its version, its capabilities and who asks, and any
replica can answer it. So where does work live that takes longer than a request?

## Four lifetimes

1. **Protocol metadata** lives for one request. It is in \`params._meta\` and is checked again on every call.
2. **Transport work** lives as long as one HTTP response. Closing the response cancels the request, and nothing else.
3. **A round of questions** lives as long as the client goes on with it. The server's side of it is the sealed
   \`requestState\` that the client carries; no replica keeps anything.
4. **A durable task** lives in the store, under an id that is worth nothing without the right owner. It outlives
   requests, connections, workers and replicas, until its end or its time to live.

Confusing two of them is the usual mistake: a session that stands for a store, a closed stream that is taken for a
cancelled task, an acknowledgement that is taken for an outcome.

## What follows

- The task is stored before its handle leaves. A handle that cannot be looked up at once is a broken promise.
- The handle is flat: id, status, times. The job's state is only in \`status\`; \`resultType\` says what kind of answer
  this is.
- A question ends the step that asks it. Nothing waits in memory, so the answer may come tomorrow, to another replica.
- A worker holds a lease with an epoch. When it sleeps through its lease, its late write is refused.
- \`tasks/cancel\` records a wish. Look at the task to see what became of it: completion may have won.

## Try it

Call \`generate_report\` and read \`taskscope://tasks/{taskId}\` between two steps: that is the whole of what makes the
work durable. Then stop the server, start it again, and read it once more.
`;

/** The lesson that this demo plays, on one page. */
export const lessonText: Resource = {
  definition: {
    uri: URI,
    name: 'durable-work',
    title: 'Durable work on a stateless core',
    description:
      'What lives how long, and why a task handle is durable state: the lesson behind this demo, on one page.',
    mimeType: 'text/markdown',
  },
  read: () => staticText(URI, 'text/markdown', LESSON),
};
