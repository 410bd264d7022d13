/** What decides whether a browser can be opened. */
export interface Surroundings {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether opening a browser makes sense: not in CI, and on Linux only with a display (or under WSL, which has Windows' one). */
export function canOpenBrowser({ platform, env }: Surroundings): boolean {
  if (env.CI !== undefined && env.CI !== '' && env.CI !== 'false') return false;
  if (platform !== 'linux' && !platform.endsWith('bsd')) return true;
  return [env.DISPLAY, env.WAYLAND_DISPLAY, env.WSL_DISTRO_NAME].some(
    (value) => value !== undefined && value !== '',
  );
}

/** Opens the link in the person's browser. Never rejects: the link is on the terminal all the same. */
export async function openBrowser(link: string): Promise<void> {
  try {
    // Loaded here, because most starts of tests and CI never need it.
    const { default: open } = await import('open');
    const child = await open(link);
    child.on('error', () => {});
  } catch {
    // No browser, or none that can be told: the person has the link.
  }
}
