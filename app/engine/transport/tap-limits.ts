/** Sizes in bytes (frames: characters), times in ms. */
export interface TapLimits {
  readonly maxBody: number;
  readonly maxFrame: number;
  readonly maxStream: number;
  /** Reading an event stream lets others run after so long. */
  readonly sliceMs: number;
  /** How long a stream may stay open after its response came. */
  readonly lingerMs: number;
}

export const TAP_LIMITS: TapLimits = {
  maxBody: 64 * 1_048_576,
  maxFrame: 16 * 1_048_576,
  maxStream: 256 * 1_048_576,
  sliceMs: 8,
  lingerMs: 5_000,
};
