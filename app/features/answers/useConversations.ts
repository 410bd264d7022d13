import { type Conversation, Conversations } from '../../engine/derive/conversations.ts';
import type { Engine } from '../../engine/index.ts';
import { useVersion } from '../../ui/live.ts';

/** One index an engine: whoever asks, the log is read once. */
const indexes = new WeakMap<Engine, Conversations>();

function indexOf(engine: Engine): Conversations {
  const found = indexes.get(engine) ?? new Conversations();
  indexes.set(engine, found);
  return found;
}

/** All requests that were answered with `input_required`, and what followed, oldest first. */
export function conversations(engine: Engine): readonly Conversation[] {
  return indexOf(engine).update(engine.world(), (seq) => engine.log.bodyText(seq));
}

/** The same, as they change. */
export function useConversations(engine: Engine): readonly Conversation[] {
  useVersion(engine.log);
  return conversations(engine);
}

/** The conversation that an exchange belongs to, as it changes. */
export function useConversation(engine: Engine, exchange: string): Conversation | undefined {
  useConversations(engine);
  return indexOf(engine).of(exchange);
}
