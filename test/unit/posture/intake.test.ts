import { intakeFaults } from '@signet/posture'
import { CisoIntake } from '@signet/posture/schemas'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { SPEC_VALUES } from './spec-values.ts'
import { AS_OF, anyIntake, type Edits, edited, faultFreeIntake } from './world.ts'

/** Paths of invalid fields. */
const faultsOf = (edits: Edits): readonly string[] => {
  const { error } = CisoIntake.safeParse(edited(edits))
  return error?.issues.map(({ path }) => path.join('.')) ?? []
}
const isList = (path: string): boolean =>
  /(?:customerTypes|dataResidency|techStack\..*|dataHandled|dataAccess)$/.test(path)

describe('intake schema', () => {
  it('accepts the example of the specification and every generated intake', async () => {
    expect(CisoIntake.parse(faultFreeIntake())).toEqual(faultFreeIntake())
    await fc.assert(fc.property(anyIntake, (intake) => void expect(CisoIntake.parse(intake)).toEqual(intake)))
  })

  it.each(Object.entries(SPEC_VALUES))('%s accepts its values and no others', (path, values) => {
    for (const value of values) expect(faultsOf({ [path]: isList(path) ? [value] : value })).toEqual([])
    const strange = isList(path) ? ['strange'] : 'strange'
    expect(faultsOf({ [path]: strange })).toEqual([isList(path) ? `${path}.0` : path])
    expect(faultsOf({ [path]: undefined })).toEqual([path])
  })

  it('refuses unknown fields at every level', () => {
    const levels = [
      ...['companyProfile', 'techStack', 'controlBaseline', 'certifications', 'subprocessors.0', 'incidentHistory.0'],
      ...['controlBaseline.mfa', 'controlBaseline.encryptionAtRest', 'controlBaseline.encryptionInTransit'],
      ...['controlBaseline.iam', 'controlBaseline.logging', 'controlBaseline.workstationSecurity'],
      ...['controlBaseline.passwordManager', 'controlBaseline.peerReview', 'certifications.soc2'],
      ...['certifications.iso27001', 'certifications.penTest'],
    ]
    for (const level of levels) expect(faultsOf({ [`${level}.strange`]: 1 })).toEqual([level])
    expect(faultsOf({ strange: 1 })).toEqual([''])
    expect(faultsOf({ compensatingControls: [{ gap: '', mitigation: '', owner: '', strange: 1 }] })).toEqual([
      'compensatingControls.0',
    ])
    // Only a penetration test has a scope.
    expect(faultsOf({ 'certifications.penTest.scope': 'All' })).toEqual([])
    expect(faultsOf({ 'certifications.soc2.scope': 'All' })).toEqual(['certifications.soc2'])
  })

  it.each([
    ['schemaVersion', 2],
    ['companyProfile.name', ''],
    ['companyProfile.name', 'x'.repeat(201)],
    ['companyProfile.employeeCount', -1],
    ['companyProfile.employeeCount', 1.5],
    ['companyProfile.foundingDate', '2026-02-30'],
    ['companyProfile.foundingDate', '2025-02-29'],
    ['companyProfile.foundingDate', '27.11.2026'],
    ['dataHandled', []],
    ['controlBaseline.logging.retentionDays', 0.5],
    ['controlBaseline.logging.centralized', 'yes'],
    ['controlBaseline.mfa.notes', 'x'.repeat(2_001)],
    ['controlBaseline.mfa.owner', undefined],
    ['subprocessors.0.name', ''],
    ['subprocessors', Array.from({ length: 101 }, () => faultFreeIntake().subprocessors[0])],
    ['incidentHistory.0.date', '2026-04-31'],
    ['certifications.soc2.lastAudit', '2026-00-01'],
  ])('refuses %s of %j', (path, value) => {
    expect(faultsOf({ [path]: value })).toEqual([path])
  })

  it('accepts values at its bounds', () => {
    const bounds: readonly Edits[] = [
      { 'companyProfile.name': 'x'.repeat(200) },
      { 'companyProfile.foundingDate': '2024-02-29' },
      { 'controlBaseline.mfa.owner': '' },
      { 'controlBaseline.mfa.notes': 'x'.repeat(2_000) },
      { subprocessors: Array.from({ length: 100 }, () => faultFreeIntake().subprocessors[0]) },
    ]
    expect(bounds.map(faultsOf)).toEqual(bounds.map(() => []))
  })

  it('consists of plain JSON Schema, which a contract can publish', () => {
    const { $defs } = z.toJSONSchema(CisoIntake)
    expect($defs?.CisoIntake?.required).toEqual(Object.keys(faultFreeIntake()))
  })
})

describe('intake refused without a verdict', () => {
  const fields = (edits: Edits) => intakeFaults(edited(edits), AS_OF)
  it.each([
    [{ dataHandled: ['none', 'pii'] }, 'dataHandled', '"none" cannot be combined with other classes'],
    [{ 'controlBaseline.logging.retentionDays': -1 }, 'controlBaseline.logging.retentionDays', 'must be 0 or more'],
    [{ 'companyProfile.foundingDate': '2026-11-28' }, 'companyProfile.foundingDate', 'must not be after 2026-11-27'],
    [{ 'incidentHistory.0.date': '2027-01-01' }, 'incidentHistory.0.date', 'must not be after 2026-11-27'],
    ...['soc2', 'iso27001', 'penTest'].map((name) => {
      const field = `certifications.${name}.lastAudit`
      return [{ [field]: '2026-12-01' }, field, 'must not be after 2026-11-27'] as const
    }),
    [{ 'subprocessors.0.purpose': 'Half \ud83d' }, 'subprocessors.0.purpose', 'must be well-formed Unicode'],
    ...['\u0000', '\r\n', '\u202e', '\u2066', '\u2028', '\u0085'].flatMap((mark) =>
      (
        [
          'companyProfile.name',
          'subprocessors.0.name',
          'subprocessors.0.purpose',
          'subprocessors.0.jurisdiction',
        ] as const
      ).map(
        (field) =>
          [
            { [field]: `Loaf${mark}Ltd` },
            field,
            'must be one line without control characters or direction changes',
          ] as const,
      ),
    ),
  ] as const)('%j', (edits, field, message) => {
    expect(fields(edits)).toEqual([{ field, message }])
  })

  it('reports each invalid field', () => {
    const edits = { dataHandled: ['none', 'phi'], 'companyProfile.foundingDate': '2999-01-01' }
    expect(fields(edits).map(({ field }) => field)).toEqual(['dataHandled', 'companyProfile.foundingDate'])
  })

  it('accepts a date equal to the day of the verdict, and every generated intake', async () => {
    expect(fields({ 'companyProfile.foundingDate': AS_OF, 'incidentHistory.0.date': AS_OF })).toEqual([])
    expect(fields({ 'certifications.penTest.lastAudit': AS_OF, dataHandled: ['none'] })).toEqual([])
    await fc.assert(fc.property(anyIntake, (intake) => void expect(intakeFaults(intake, AS_OF)).toEqual([])))
  })

  it('requires a valid date', () => {
    expect(() => intakeFaults(faultFreeIntake(), '2026-02-30')).toThrow('asOf must be a valid date')
  })
})
