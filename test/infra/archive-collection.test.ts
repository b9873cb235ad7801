import { describe, expect, it } from 'vitest'
import { readConfig } from '../../lib/config.ts'
import { CONFIGURED_ENV, type Properties, synthesize, WITHOUT_SERVICES } from './synth.ts'

const TYPE = 'AWS::OpenSearchServerless::'
const VARIABLE = 'COLLECTION_URL'

const statementsOf = (stage: string, variables: Readonly<Record<string, string>>) =>
  synthesize(stage, variables)
    .of('AWS::IAM::Policy')
    .flatMap(({ Properties: { PolicyDocument, Roles } }) =>
      (PolicyDocument.Statement as Properties[]).map((statement): Properties => ({ ...statement, roles: Roles })),
    )

const searchStatements = (stage: string, variables: Readonly<Record<string, string>>) =>
  statementsOf(stage, variables).filter(({ Action }) => [Action].flat().includes('aoss:APIAccessAll'))

/** Returns the text of a policy, with the names of the resources that it references. */
const textOf = (policy: unknown): string =>
  typeof policy === 'string'
    ? policy
    : (policy as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1]
        .map((part) => (typeof part === 'string' ? part : JSON.stringify(part).replaceAll('"', "'")))
        .join('')

describe('the collection of the archive', () => {
  it('without configuration, no stack, right or variable of it exists', () => {
    const { resources, templates } = synthesize('prod')
    expect(Object.keys(templates)).not.toContain('signet-prod-ai')
    expect(resources.filter(({ Type }) => Type.startsWith(TYPE))).toEqual([])
    expect(searchStatements('prod', {})).toEqual([])
    expect(JSON.stringify(templates)).not.toMatch(/COLLECTION_URL|WINDOWS#/)
  })

  it.each(['local', 'emulator', 'emulator-two'])('cannot be configured in the stage %s', (stage) => {
    expect(() => readConfig({ SIGNET_STAGE: stage, SIGNET_ARCHIVE_COLLECTION: 'nextgen' }, '1.0.0')).toThrow(
      /SIGNET_ARCHIVE_COLLECTION: is for AWS/,
    )
  })

  it('a next-generation collection is in a group that scales to zero; a classic one has no group', () => {
    const nextgen = synthesize('prod', CONFIGURED_ENV)
    const [group] = nextgen.of(`${TYPE}CollectionGroup`)
    expect(group?.Properties).toMatchObject({
      Generation: 'NEXTGEN',
      CapacityLimits: { MinIndexingCapacityInOcu: 0, MinSearchCapacityInOcu: 0 },
    })
    const [collection] = nextgen.of(`${TYPE}Collection`)
    expect(collection).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { Name: 'archive-prod', Type: 'VECTORSEARCH', CollectionGroupName: 'archive-prod' },
    })
    expect(collection?.DependsOn).toContain(group?.id)
    const classic = synthesize('dev-anna', { SIGNET_ARCHIVE_COLLECTION: 'classic' }, WITHOUT_SERVICES)
    expect(classic.of(`${TYPE}CollectionGroup`)).toEqual([])
    expect(classic.of(`${TYPE}Collection`)[0]).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: { StandbyReplicas: 'DISABLED' },
    })
  })

  it('has a vector index, created by the provisioning role and by no function', () => {
    const { of } = synthesize('prod', CONFIGURED_ENV)
    const [index] = of(`${TYPE}Index`)
    expect(index?.Properties.Settings).toEqual({ Index: { Knn: true } })
    expect(index?.Properties.Mappings.Properties.vec).toEqual({
      Type: 'knn_vector',
      Dimension: 256,
      Method: { Name: 'hnsw', Engine: 'faiss', SpaceType: 'innerproduct' },
    })
    const fields = Object.entries(index?.Properties.Mappings.Properties as Properties)
    expect(fields.length).toBeGreaterThan(10)
    const refused = fields.filter(([, { Type }]) => !['text', 'keyword', 'integer', 'knn_vector'].includes(Type))
    expect(refused, 'CloudFormation takes no other types of fields').toEqual([])
    const creatingPolicies = of(`${TYPE}AccessPolicy`).filter(({ Properties: { Policy } }) =>
      textOf(Policy).includes('CreateIndex'),
    )
    expect(creatingPolicies.map(({ stack }) => stack)).toEqual(['signet-prod-ai'])
    expect(textOf(creatingPolicies[0]?.Properties.Policy)).toContain('cfn-exec-role')
  })

  it('searching functions may read it, ingesting and sweeping functions may write it, each by its own role', () => {
    const { of, resources } = synthesize('prod', CONFIGURED_ENV)
    const read = 'aoss:ReadDocument'
    const readAndWrite = 'aoss:ReadDocument,aoss:WriteDocument'
    const expected = {
      'signet-prod-archive': {
        Search: read,
        Chat: read,
        Ingest: readAndWrite,
        Merge: readAndWrite,
        Survey: readAndWrite,
      },
      'signet-prod-notebooks': { Search: read, Chat: read, Compose: read },
    }
    const configuredFunctions = resources.filter(
      ({ Properties: { Environment } }) => Environment?.Variables?.[VARIABLE],
    )
    expect(configuredFunctions.map(({ stack, id }) => `${stack} ${id.replace(/Fn.*/, '')}`).sort()).toEqual(
      Object.entries(expected)
        .flatMap(([stack, functions]) => Object.keys(functions).map((fn) => `${stack} ${fn}`))
        .sort(),
    )
    expect(searchStatements('prod', CONFIGURED_ENV)).toHaveLength(configuredFunctions.length)
    for (const [stackName, functions] of Object.entries(expected)) {
      const policy = of(`${TYPE}AccessPolicy`).find(({ stack }) => stack === stackName)
      const rules = JSON.parse(textOf(policy?.Properties.Policy)) as Properties[]
      const verbs = rules.map(({ Principal, Rules }) => {
        expect(Rules[0].Resource).toEqual(['index/archive-prod/windows'])
        expect(Principal).toHaveLength(1)
        return [/'(Chat|Compose|Ingest|Merge|Search|Survey)Fn/.exec(Principal[0])?.[1], Rules[0].Permission.join()]
      })
      expect(Object.fromEntries(verbs)).toEqual(functions)
    }
  })
})
