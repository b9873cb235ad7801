import { DETECTORS } from '../detectors/kinds.ts'
import type { Policy } from './policy.ts'

export interface PolicyFault {
  readonly field: string
  readonly message: string
}

const paramFaults = (field: string, kind: string, parameters: Readonly<Record<string, number>>): PolicyFault[] => {
  const { params = {} } = DETECTORS[kind] ?? {}
  const unknown = Object.keys(parameters)
    .filter((name) => !Object.hasOwn(params, name))
    .map((name) => ({ field: `${field}.${name}`, message: `is not a parameter of ${kind}` }))
  const outOfRange = Object.entries(params).flatMap(([name, [least, most]]): PolicyFault[] => {
    const value = parameters[name]
    const isInRange = typeof value === 'number' && value >= least && value <= most
    return isInRange ? [] : [{ field: `${field}.${name}`, message: `must be a number from ${least} to ${most}` }]
  })
  return [...unknown, ...outOfRange]
}

/**
 * Faults of an organization's policy whose shape has been validated: duplicate ids, unknown detectors, parameters out
 * of range. Empty for a policy that `validate` accepts.
 */
export const policyFaults = ({ requirements }: Pick<Policy, 'requirements'>): readonly PolicyFault[] => {
  const ids = requirements.map(({ id }) => id)
  return requirements.flatMap(({ id, detector: { kind, params = {} } }, nth): PolicyFault[] => {
    const field = `requirements.${nth}`
    const duplicateFaults = ids.indexOf(id) < nth ? [{ field: `${field}.id`, message: `"${id}" is used twice` }] : []
    if (!Object.hasOwn(DETECTORS, kind))
      return [
        ...duplicateFaults,
        { field: `${field}.detector.kind`, message: `must be one of ${Object.keys(DETECTORS).join(', ')}` },
      ]
    return [...duplicateFaults, ...paramFaults(`${field}.detector.params`, kind, params)]
  })
}
