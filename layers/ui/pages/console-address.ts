export interface ConsoleSettings {
  readonly EDGE: string
  readonly PLATFORM_PUBLIC_URL: string
}

/** The address of a path of the console; undefined for a deployment without an edge, which has none. */
export const consoleAddress = (
  { EDGE, PLATFORM_PUBLIC_URL: base }: ConsoleSettings,
  path: string,
): string | undefined => (EDGE === 'on' && base !== 'none' ? `${base.replace(/\/$/, '')}${path}` : undefined)
