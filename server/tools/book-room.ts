import { CODES, RpcError } from '../protocol/codes.ts';
import { readElicitResult } from '../protocol/inputs.ts';
import { type JsonObject, own, ownString } from '../protocol/json.ts';
import { done, durable, fail, next } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** Rooms by name, with their seats. */
const ROOMS: Readonly<Record<string, number>> = { Ada: 4, Grace: 8, Edsger: 20 };

type State = { readonly room: string; readonly people: number; readonly guest: string };

/** First round: which room. Only those with enough seats are offered. */
const whichRoom = (people: number, rooms: readonly string[]) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: `Which room for ${people}?`,
    requestedSchema: {
      type: 'object',
      properties: { room: { type: 'string', title: 'Room', enum: rooms } },
      required: ['room'],
    },
  },
});

/** Second round: it names the room that the first one chose. */
const whoseName = (room: string) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: `In whose name should ${room} be booked?`,
    requestedSchema: {
      type: 'object',
      properties: { guest: { type: 'string', title: 'Name', minLength: 1, maxLength: 100 } },
      required: ['guest'],
    },
  },
});

const work = durable<State>({
  version: 1,
  onCancel: 'at-once',
  begin: (args) => ({
    step: 'hold',
    state: read(args),
    afterMs: 1500,
    message: `Holding ${read(args).room}.`,
  }),
  steps: {
    hold: ({ state }) => next('confirm', state, 1500, `${state.room} is held. Writing to the caretaker.`),
    confirm: ({ state: { room, people, guest } }) =>
      ROOMS[room] === undefined
        ? fail({ code: CODES.internal, message: `There is no room ${room} any more` }, 'The room is gone.')
        : done(
            text(`Booked ${room} for ${people} in the name of ${guest}.`, { room, people, guest }),
            'Booked.',
          ),
  },
});

/**
 * Asks before its task exists (R37): two rounds of `input_required` on the call itself, then the handle. Whoever says no has
 * started nothing: there is no task to cancel, and the call ends with -32602.
 */
export const bookRoom: Tool = {
  definition: {
    name: 'book_room',
    title: 'Book a room',
    description:
      'Asks for the room and the name before it begins (the call is answered with input_required and repeated with the answers), ' +
      'then books as a task: declare the tasks extension and elicitation.',
    inputSchema: {
      type: 'object',
      properties: {
        people: { type: 'integer', minimum: 1, maximum: 20, default: 4, title: 'People' },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { room: { type: 'string' }, people: { type: 'integer' }, guest: { type: 'string' } },
      required: ['room', 'people', 'guest'],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  taskSupport: 'required',
  work,
  before: async (args, context) => {
    const people = typeof args.people === 'number' ? args.people : 4;
    const rooms = Object.keys(ROOMS).filter((name) => (ROOMS[name] ?? 0) >= people);
    const first = await context.ask({ room: whichRoom(people, rooms) });
    const room = accepted(first.room, 'room');
    const second = await context.ask({ guest: whoseName(room) });
    return { people, room, guest: accepted(second.guest, 'guest') };
  },
};

/** The answer's field. Throws where the person declined or cancelled: nothing has begun, so there is nothing to undo. */
function accepted(answer: JsonObject | undefined, field: string): string {
  const read = readElicitResult(answer);
  const value = ownString(read?.content, field);
  if (read?.action === 'accept' && value !== undefined) return value;
  throw new RpcError(CODES.invalidParams, 'The booking was called off before it began: no task was made');
}

function read(args: JsonObject): State {
  const people = own(args, 'people');
  return {
    people: typeof people === 'number' ? people : 4,
    room: ownString(args, 'room') ?? '',
    guest: ownString(args, 'guest') ?? '',
  };
}
