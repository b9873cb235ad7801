export interface ConsoleSettings {
  readonly EDGE: string
  readonly PLATFORM_PUBLIC_URL: string
}

/** Returns the URL of a console path; undefined for a deployment without an edge, which has none. */
export const consoleAddress = (
  { EDGE, PLATFORM_PUBLIC_URL: base }: ConsoleSettings,
  path: string,
): string | undefined => (EDGE === 'on' && base !== 'none' ? `${base.replace(/\/$/, '')}${path}` : undefined)
