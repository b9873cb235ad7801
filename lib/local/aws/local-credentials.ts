/** Returns the credentials of a function. They contain its label, so that services can attribute its calls. */
export const localCredentials = (label: string) => ({
  accessKeyId: `local.${label}`,
  secretAccessKey: 'local-secret-key',
  sessionToken: 'local-session-token',
})

/** Returns the function with this access key; undefined for the arbitrary keys of tests and tools. */
export const functionOfKey = (accessKeyId: string): string | undefined => /^local\.(.+)$/.exec(accessKeyId)?.[1]
