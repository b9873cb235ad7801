/** The same JSON in objects of our own: what the caller does with theirs later is nothing to us, nor ours to them. */
export const ownCopy = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T

/** JSON of our own, frozen through and through before it is handed out: a change of it would be one of the flags. */
export const frozen = <T>(json: T): T => {
  if (typeof json === 'object' && json !== null && !Object.isFrozen(json)) {
    Object.freeze(json)
    for (const inner of Object.values(json)) frozen(inner)
  }
  return json
}
