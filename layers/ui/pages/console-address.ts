/** Where a service finds the console, as its function is told. */
export interface ConsoleSettings {
  /** `on` where the edge is before the APIs, and the console with it. */
  readonly EDGE: string
  /** Base address of the platform for people, which is that of the edge. */
  readonly PLATFORM_PUBLIC_URL: string
}

/** The address of a path of the console; undefined for a deployment without an edge, which has none. */
export const consoleAddress = (
  { EDGE, PLATFORM_PUBLIC_URL: base }: ConsoleSettings,
  path: string,
): string | undefined => (EDGE === 'on' && base !== 'none' ? `${base.replace(/\/$/, '')}${path}` : undefined)
