/** The demo servers that a page can break, and itself. */
export interface LabPlaces {
  /** That of the command; undefined in the build for static hosts. */
  readonly bundled: (() => string) | undefined;
  readonly inPage: () => string;
  /** The address of the page, for links to it. */
  readonly page: () => string;
  /** The key of the printed link; undefined where the page was opened without it. */
  readonly key: () => string | undefined;
}
