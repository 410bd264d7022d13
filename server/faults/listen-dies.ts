import { withBody } from './answers.ts';
import { forEach } from './asked.ts';
import { choice, faultKind, whole } from './kind.ts';

export const listenDies = faultKind({
  name: 'listen-dies',
  title: 'A listen dies',
  group: 'push',
  breaks:
    'The stream of pushes ends by itself: a proxy closes what lasts too long. No task is touched, only the line to it.',
  look: 'The stream breaks and is opened again with growing pauses; what happened in between comes by poll.',
  parameters: {
    afterMs: whole('After how long, ms', 3000, 1, 3_600_000),
    how: choice('How', 'cut', ['cut', 'ended without an answer']),
  },
  make: ({ afterMs, how }) => ({
    wrapFetch: (inner, { machine }) =>
      forEach(async (asked, request) => {
        const response = await inner(request);
        if (asked.method !== 'subscriptions/listen' || response.body === null) return response;
        const reader = response.body.getReader();
        let over = false;
        let cancel: () => void = () => undefined;
        return withBody(
          response,
          new ReadableStream<Uint8Array>({
            start(controller) {
              cancel = machine.after(afterMs, () => {
                over = true;
                void reader.cancel();
                if (how === 'cut')
                  controller.error(new Error('The listen was broken off by a fault of the lab.'));
                else controller.close();
              });
            },
            async pull(controller) {
              const { done, value } = await reader.read();
              if (over) return;
              if (!done) return controller.enqueue(value);
              over = true;
              cancel();
              controller.close();
            },
            cancel(reason) {
              over = true;
              cancel();
              return reader.cancel(reason);
            },
          }),
        );
      })(inner),
  }),
});
