export const copyJson = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T

/** Freezes JSON deeply and returns it, because a change to it would change the flags. */
export const deepFreeze = <T>(json: T): T => {
  if (typeof json === 'object' && json !== null && !Object.isFrozen(json)) {
    Object.freeze(json)
    for (const inner of Object.values(json)) deepFreeze(inner)
  }
  return json
}
