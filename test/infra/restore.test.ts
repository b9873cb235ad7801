import { beforeAll, describe, expect, it } from 'vitest'
import { type Synth, synthesize } from './synth.ts'

const RESTORED = {
  SIGNET_TABLE: 'signet-prod-restored',
  SIGNET_BUCKET_ARCHIVE: 'archive-restored',
}

let original: Synth
let restored: Synth
beforeAll(() => {
  original = synthesize('prod')
  restored = synthesize('prod', RESTORED)
})

const policyText = (synth: Synth): string => JSON.stringify(synth.of('AWS::IAM::Policy'))
const valuesOfVariable = (synth: Synth, name: string): string[] =>
  synth
    .of('AWS::Lambda::Function')
    // The witness has its own table.
    .filter(({ stack }) => stack !== 'signet-prod-witness')
    .flatMap(({ Properties }) => JSON.stringify(Properties.Environment?.Variables?.[name] ?? null))
    .filter((value) => value !== 'null')

describe('a restored table', () => {
  it('all functions read it and have rights to it, and alarms and the dashboard refer to it', () => {
    const names = valuesOfVariable(restored, 'TABLE_NAME')
    expect(names).toHaveLength(valuesOfVariable(original, 'TABLE_NAME').length)
    expect(new Set(names)).toEqual(new Set(['"signet-prod-restored"']))
    expect(policyText(original)).toMatch(/"OutputName":"TableArn"/)
    expect(policyText(restored)).not.toMatch(/"OutputName":"TableArn"/)
    expect(policyText(restored)).toContain(':table/signet-prod-restored')
    const watched = restored
      .of('AWS::CloudWatch::Alarm')
      .filter(({ Properties }) => Properties.Namespace === 'AWS/DynamoDB')
    for (const { Properties } of watched) expect(Properties.Dimensions[0].Value).toBe('signet-prod-restored')
    expect(JSON.stringify(restored.of('AWS::CloudWatch::Dashboard'))).toContain('signet-prod-restored')
  })

  it('leaves the table and the outputs of the data stack unchanged', () => {
    expect(restored.templates['signet-prod-data']).toEqual(original.templates['signet-prod-data'])
  })
})

describe('a restored bucket', () => {
  it('replaces the bucket in all functions of the archive', () => {
    const bucketOf = (synth: Synth, stack: string) =>
      new Set(
        synth
          .of('AWS::Lambda::Function')
          .filter((each) => each.stack === stack)
          .flatMap(({ Properties }) => Properties.Environment?.Variables?.BUCKET_NAME ?? []),
      )
    expect(bucketOf(restored, 'signet-prod-archive')).toEqual(new Set(['archive-restored']))
    expect(policyText(restored)).toContain(':s3:::archive-restored/uploads/*')
    expect(bucketOf(restored, 'signet-prod-images')).toEqual(bucketOf(original, 'signet-prod-images'))
  })

  it.each([
    ['SIGNET_TABLE', 'a b'],
    ['SIGNET_BUCKET_IMAGES', 'Upper'],
  ])('a bucket or table name that AWS would refuse is refused: %s', (name, value) => {
    expect(() => synthesize('prod', { [name]: value })).toThrow(new RegExp(`${name}: must be the name of a`))
  })
})

describe('the bucket of the archive', () => {
  it('retains overwritten and deleted versions for a week', () => {
    const [bucket] = original.of('AWS::S3::Bucket').filter(({ id }) => id.startsWith('Archive'))
    expect(bucket?.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' })
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 7 }, ExpiredObjectDeleteMarker: true }),
    )
  })
})
