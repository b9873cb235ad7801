/**
 * Returns the required variables of a function, by name. Uses no schemas, because it runs first in a cold start.
 * @throws Error with every variable that is missing from the template
 */
export const environment = <const Name extends string>(
  variables: Readonly<Record<string, string | undefined>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> => {
  const missing = names.filter((name) => !variables[name])
  if (missing.length > 0) throw new Error(`The function's environment lacks ${missing.join(', ')}. Check its stack`)
  return Object.fromEntries(names.map((name) => [name, variables[name]])) as Record<Name, string>
}
