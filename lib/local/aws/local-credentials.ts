/** Credentials of every function: its name tells one from another, so that the services can attribute its calls. */
export const localCredentials = (label: string) => ({
  accessKeyId: `local.${label}`,
  secretAccessKey: 'local-secret-key',
  sessionToken: 'local-session-token',
})

/** The function with this access key; undefined for keys of tests and tools, which can be any. */
export const functionOfKey = (accessKeyId: string): string | undefined => /^local\.(.+)$/.exec(accessKeyId)?.[1]
