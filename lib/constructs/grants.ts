import {
  accessVariables,
  type DeployedResources,
  type FunctionAccess,
  granted,
  rowRights,
  rowsOf,
} from '@signet/kernel/access'

/**
 * Returns the variables and rights that a function's access requires, and no others. They follow from its abilities.
 */
export const deployedAccess = (access: FunctionAccess, deployed: DeployedResources) => ({
  environment: Object.fromEntries(
    accessVariables(access).flatMap(({ variable, valueIn }) => {
      const value = valueIn(deployed)
      return value === undefined ? [] : [[variable, value] as const]
    }),
  ),
  rights: [
    ...rowRights(rowsOf(access), deployed.table),
    ...granted(access).flatMap(([ability, grant]) => ability.rights?.(grant, deployed) ?? []),
  ].filter(({ actions, resources }) => actions.length > 0 && resources.length > 0),
})
