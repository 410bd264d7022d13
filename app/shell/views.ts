/** The views that the navigation and the palette name, in their order. */
export const VIEWS = [
  { path: '/', label: 'Tasks and traffic' },
  { path: '/answers', label: 'Answers' },
  { path: '/discover', label: 'Discovery' },
  { path: '/compose', label: 'Compose' },
  { path: '/resources', label: 'Resources' },
  { path: '/prompts', label: 'Prompts' },
  { path: '/notifications', label: 'Notifications' },
  { path: '/lab', label: 'Lab' },
  { path: '/recordings', label: 'Recordings' },
  { path: '/settings', label: 'Settings' },
] as const;

/** Views that another one leads to. */
const LED_TO = ['/answers/gallery', '/sign-in'] as const;

export type ViewPath = (typeof VIEWS)[number]['path'] | (typeof LED_TO)[number];

/** Every view of the page by its path. Nothing else is drawn, so what goes through this list has seen all. */
export const PATHS: readonly ViewPath[] = [...VIEWS.map(({ path }) => path), ...LED_TO];

// Only what sends is sealed in the past: who is there can go anywhere, and can change what does not belong to it.
const SENDING: ReadonlySet<string> = new Set<ViewPath>(['/compose', '/resources', '/prompts', '/answers']);

/** True for a view that sends requests by itself or by a button. */
export function sendsFrom(path: string): boolean {
  return SENDING.has(path);
}
