import { TASKS_EXTENSION } from '../protocol/codes.ts';
import { isObject, type JsonObject, own } from '../protocol/json.ts';
import { rewritten } from './answers.ts';
import { forEach } from './asked.ts';
import { faultKind } from './kind.ts';

export const neverDeclares = faultKind({
  name: 'never-declares',
  title: 'Tasks are never declared',
  group: 'messages',
  breaks:
    'server/discover does not name the tasks extension, yet calls become tasks. A strict client refuses the handle, and the work is lost.',
  look: 'Discovery shows no tasks extension; connect again after you switch this on. Handles that come nevertheless are told as a breach.',
  parameters: {},
  make: () => ({
    wrapFetch: forEach(async (asked, request, inner) => {
      const response = await inner(request);
      if (asked.method !== 'server/discover') return response;
      return rewritten(response, (message) => {
        const result = own(message, 'result');
        const capabilities = own(result, 'capabilities');
        const extensions = own(capabilities, 'extensions');
        if (!isObject(result) || !isObject(capabilities) || !isObject(extensions)) return message;
        const { [TASKS_EXTENSION]: _, ...others } = extensions;
        const without: JsonObject = { ...result, capabilities: { ...capabilities, extensions: others } };
        return { ...message, result: without };
      });
    }),
  }),
});
