export const ownCopy = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T

/** Freezes JSON deeply before it is returned, because a change of it would change the flags. */
export const frozen = <T>(json: T): T => {
  if (typeof json === 'object' && json !== null && !Object.isFrozen(json)) {
    Object.freeze(json)
    for (const inner of Object.values(json)) frozen(inner)
  }
  return json
}
