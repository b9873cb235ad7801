import { ABILITIES } from './abilities.ts'
import { type Ability, type DeployedResources, listed, type Rows, type Variables } from './ability.ts'
import type { AccessGrants, EnvironmentOf, Grants } from './granted.ts'

type AnyAbility = Ability<never>

/** Returns the abilities of an access, each with its grant. */
export const granted = (access: AccessGrants): readonly (readonly [AnyAbility, never])[] =>
  Object.entries<AnyAbility>(ABILITIES as unknown as Record<string, AnyAbility>).flatMap(([name, entry]) => {
    const grant: unknown = access[name as keyof Grants]
    return grant === undefined ? [] : [[entry, grant as never] as const]
  })

interface AccessVariable {
  readonly variable: string
  readonly isOptional: boolean
  readonly valueIn: (deployed: DeployedResources) => string | undefined
}

const variablesOfGrant = ([entry, grant]: readonly [AnyAbility, never]): readonly AccessVariable[] =>
  Object.entries<Variables<string, never>[string]>(entry.variables ?? {}).flatMap(([pattern, valueAt]) => {
    const isOptional = pattern.endsWith('?')
    const variablePattern = isOptional ? pattern.slice(0, -1) : pattern
    const names = entry.namesIn === 'keys' ? Object.keys(grant) : listed(grant)
    return (variablePattern.includes('*') ? names : ['']).map((name) => ({
      variable: variablePattern.replace('*', name.toUpperCase().replaceAll('-', '_')),
      isOptional,
      valueIn: (deployed: DeployedResources) => valueAt(deployed, name, grant),
    }))
  })

/** Returns the variables of an access with the function for each value. A name may occur twice. */
export const accessVariables = (access: AccessGrants): readonly AccessVariable[] =>
  granted(access).flatMap(variablesOfGrant)

/** Returns the rights on rows of all abilities of an access, merged. */
export const rowsOf = (access: AccessGrants): Rows => {
  const rows = new Map<string, Rows[string]>()
  for (const [entry, grant] of granted(access)) {
    for (const [word, verbs] of Object.entries(entry.rows?.(grant) ?? {})) {
      rows.set(word, [...new Set([...(rows.get(word) ?? []), ...verbs])])
    }
  }
  return Object.fromEntries(rows)
}

/** Returns the names of a function's variables, except those that may have no value. */
export const variablesOf = (access: AccessGrants): readonly string[] => [
  ...new Set(accessVariables(access).flatMap(({ variable, isOptional }) => (isOptional ? [] : [variable]))),
]

/**
 * Returns a function's variables, by the names that follow from its access.
 * @throws Error with every missing variable: the function was deployed with another access
 */
export const environmentOf = <const A extends AccessGrants>(
  access: A,
  values: Readonly<Record<string, string | undefined>>,
): EnvironmentOf<A> => {
  const variables = accessVariables(access)
  const missing = new Set(
    variables.flatMap(({ variable, isOptional }) => (isOptional || values[variable] ? [] : [variable])),
  )
  if (missing.size > 0) {
    const names = [...missing].join(', ')
    throw new Error(`The function's environment lacks ${names}, which its access requires. Deploy the function again`)
  }
  const present = variables.flatMap(({ variable }) => (values[variable] ? [[variable, values[variable]] as const] : []))
  return Object.fromEntries(present) as EnvironmentOf<A>
}
