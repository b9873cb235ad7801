/** One export per vendor, in the vendor's format, with all features that the importers support. */

const rollout = (groupId: string, share: number, stickiness = 'default', more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: `${share}`, stickiness, groupId },
  ...more,
})
const constraint = (contextName: string, operator: string, values: readonly string[], more: object = {}) => ({
  contextName,
  operator,
  values,
  ...more,
})
const feature = (name: string, strategies: readonly object[], more: object = {}) => ({
  name,
  enabled: true,
  type: 'release',
  stale: false,
  impressionData: false,
  strategies,
  ...more,
})
const variantsByWeight = (stickiness: string, ...weights: readonly number[]) =>
  weights.map((weight, i) => ({
    name: `v${i}`,
    weight,
    stickiness,
    payload: { type: 'string', value: `payload ${i}` },
  }))

export const unleashExport = {
  version: 2,
  segments: [{ id: 7, constraints: [constraint('country', 'IN', ['DE', 'PL'])] }],
  features: [
    feature('constant on', [{ name: 'default', parameters: {} }]),
    feature('third', [rollout('third', 33)]),
    feature('by company', [rollout('by-company', 50, 'company')]),
    feature('old', [{ name: 'gradualRolloutUserId', parameters: { percentage: '25', groupId: 'old' } }]),
    feature('either', [
      rollout('a', 20, 'userId', { constraints: [constraint('plan', 'IN', ['pro'])] }),
      rollout('b', 60, 'userId', { constraints: [constraint('plan', 'NOT_IN', ['pro'])] }),
    ]),
    feature('segment', [rollout('s', 70, 'userId', { segments: [7] })]),
    feature('older', [
      {
        name: 'default',
        parameters: {},
        constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '40', inverted: true }],
      },
    ]),
    feature('version', [
      {
        name: 'default',
        parameters: {},
        constraints: [{ contextName: 'version', operator: 'SEMVER_GTE', value: '1.2.0' }],
      },
    ]),
    feature('mail', [
      {
        name: 'default',
        parameters: {},
        constraints: [constraint('email', 'STR_ENDS_WITH', ['X.TEST'], { caseInsensitive: true })],
      },
    ]),
    feature('variants', [rollout('variants', 80)], { variants: variantsByWeight('default', 500, 300, 200) }),
    feature(
      'variants by company',
      [{ name: 'default', parameters: {}, constraints: [constraint('company', 'STR_STARTS_WITH', ['c'])] }],
      {
        variants: variantsByWeight('company', 1, 1, 1),
      },
    ),
    feature('strategy variants', [
      rollout('sv', 50, 'userId', { variants: variantsByWeight('userId', 400, 600) }),
      rollout('sv2', 100, 'userId'),
    ]),
    feature('overrides', [{ name: 'default', parameters: {} }], {
      variants: variantsByWeight('userId', 500, 500).map((variant, i) => ({
        ...variant,
        ...(i === 0 ? { overrides: [{ contextName: 'country', values: ['it'] }] } : {}),
      })),
    }),
    feature('child', [rollout('child', 50)], { dependencies: [{ feature: 'third' }] }),
    feature('child of variant', [{ name: 'default', parameters: {} }], {
      dependencies: [{ feature: 'variants', variants: ['v1'] }],
    }),
    feature('not child', [{ name: 'default', parameters: {} }], {
      dependencies: [{ feature: 'third', enabled: false }],
    }),
  ],
}

const toggle = { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'off' }
const colors = { state: 'ENABLED', variants: { red: '#f00', green: '#0f0', blue: '#00f' }, defaultVariant: 'red' }
const equals = (name: string, value: unknown) => ({ '==': [{ var: name }, value] })

export const flagdExport = {
  $evaluators: { isPaying: { in: [{ var: 'plan' }, ['pro', 'team']] } },
  flags: {
    'constant on': { ...toggle, defaultVariant: 'on' },
    half: {
      ...toggle,
      targeting: {
        fractional: [
          ['on', 50],
          ['off', 50],
        ],
      },
    },
    weighted: {
      ...colors,
      targeting: {
        fractional: [
          ['red', 7],
          ['green', 2],
          ['blue', 1],
        ],
      },
    },
    equal: { ...colors, targeting: { fractional: [['blue'], ['red'], ['green']] } },
    paying: { ...toggle, targeting: { if: [{ $ref: 'isPaying' }, 'on'] } },
    nested: {
      ...colors,
      targeting: {
        if: [
          { and: [equals('country', 'DE'), { $ref: 'isPaying' }] },
          {
            fractional: [
              ['red', 50],
              ['blue', 50],
            ],
          },
          { '!': [{ or: [equals('country', 'FR'), { '<': [{ var: 'age' }, 30] }] }] },
          { if: [{ '>=': [{ var: 'age' }, 60] }, 'green', null] },
          { ends_with: [{ var: 'id' }, '7'] },
          'blue',
        ],
      },
    },
    'own key': {
      ...toggle,
      targeting: {
        fractional: [{ cat: [{ var: '$flagd.flagKey' }, { var: 'targetingKey' }] }, ['on', 25], ['off', 75]],
      },
    },
    'other salt': {
      ...toggle,
      targeting: { fractional: [{ cat: ['season', { var: 'targetingKey' }] }, ['on', 25], ['off', 75]] },
    },
    version: { ...toggle, targeting: { if: [{ sem_ver: [{ var: 'version' }, '>=', '1.2.0'] }, 'on', 'off'] } },
    ages: { ...toggle, targeting: { if: [{ '<=': [18, { var: 'age' }, 65] }, 'on', 'off'] } },
    numbers: {
      state: 'ENABLED',
      variants: { one: 1, two: 2 },
      defaultVariant: 'one',
      targeting: {
        fractional: [
          ['one', 1],
          ['two', 1],
        ],
      },
    },
    objects: {
      state: 'ENABLED',
      variants: { small: { max: 1 }, large: { max: 9 } },
      defaultVariant: 'small',
      targeting: { if: [{ in: ['9', { var: 'email' }] }, 'large', 'small'] },
    },
  },
}

const forcedRule = (force: unknown, condition: object, more: object = {}) => ({ force, condition, ...more })

export const growthBookExport = {
  savedGroups: { countries: ['DE', 'it'] },
  features: {
    'constant on': { defaultValue: true },
    second: {
      defaultValue: false,
      rules: [{ force: true, coverage: 0.35, hashAttribute: 'id', hashVersion: 2, seed: 'second' }],
    },
    first: { defaultValue: false, rules: [{ force: true, coverage: 0.35, hashAttribute: 'id' }] },
    company: { defaultValue: 'x', rules: [{ force: 'y', coverage: 0.5, hashAttribute: 'company', hashVersion: 2 }] },
    experiment: {
      defaultValue: 'none',
      rules: [
        {
          variations: ['a', 'b', 'c'],
          weights: [0.5, 0.3, 0.2],
          coverage: 0.8,
          hashAttribute: 'id',
          hashVersion: 2,
          key: 'exp',
        },
      ],
    },
    thirds: { defaultValue: 0, rules: [{ variations: [1, 2, 3], hashAttribute: 'id', seed: 'thirds' }] },
    twice: { defaultValue: 'x', rules: [{ variations: ['x', 'x', 'y'], hashAttribute: 'id', hashVersion: 2 }] },
    conditions: {
      defaultValue: { step: 0 },
      rules: [
        forcedRule({ step: 1 }, { plan: 'pro', age: { $gt: 30, $lte: 60 } }),
        forcedRule({ step: 2 }, { $or: [{ country: { $in: ['DE', 'FR'] } }, { plan: { $exists: false } }] }),
        forcedRule(
          { step: 3 },
          { $nor: [{ plan: 'team' }, { email: { $regex: '^p1' } }] },
          { coverage: 0.5, hashVersion: 2 },
        ),
        forcedRule({ step: 4 }, { country: { $inGroup: 'countries' } }),
        forcedRule({ step: 5 }, { $not: { age: { $ne: 10 } } }),
      ],
    },
  },
}

const flag = (key: string, variations: readonly unknown[], fallthrough: object, more: object = {}) => ({
  key,
  on: true,
  variations,
  offVariation: 0,
  fallthrough,
  rules: [],
  targets: [],
  prerequisites: [],
  salt: `salt of ${key}`,
  version: 3,
  ...more,
})
const rolloutByWeights = (weights: readonly number[], more: object = {}) => ({
  rollout: { contextKind: 'user', variations: weights.map((weight, variation) => ({ variation, weight })), ...more },
})
const clause = (attribute: string, op: string, values: readonly unknown[], more: object = {}) => ({
  attribute,
  op,
  values,
  contextKind: 'user',
  negate: false,
  ...more,
})
const rule = (clauses: readonly object[], more: object) => ({ id: 'r', clauses, ...more })

const launchDarklyFlags = [
  flag('constant on', [false, true], { variation: 1 }),
  flag('constant off', [false, true], { variation: 1 }, { on: false }),
  flag('half', [false, true], rolloutByWeights([50_000, 50_000])),
  flag('thousandths', ['a', 'b', 'c'], rolloutByWeights([33_333, 33_333, 33_334])),
  flag('company', [1, 2], rolloutByWeights([40_000, 60_000], { bucketBy: 'company' })),
  flag('seeded', [1, 2], rolloutByWeights([40_000, 60_000], { seed: 61, kind: 'experiment', bucketBy: 'company' })),
  flag(
    'rules',
    ['none', 'first', 'second', 'third'],
    { variation: 0 },
    {
      targets: [{ values: ['user-0', '1', '5'], variation: 3 }],
      rules: [
        rule([clause('plan', 'in', ['pro', 'team']), clause('country', 'in', ['DE'], { negate: true })], {
          variation: 1,
        }),
        rule([clause('age', 'lessThan', [20])], rolloutByWeights([0, 10_000, 90_000])),
        rule([clause('email', 'matches', ['^p\\d*1@'])], { variation: 3 }),
        rule([clause('', 'segmentMatch', ['some'])], { variation: 2 }),
      ],
    },
  ),
  flag('child', [false, true], { variation: 1 }, { prerequisites: [{ key: 'half', variation: 1 }] }),
  flag('child of off', [false, true], { variation: 1 }, { prerequisites: [{ key: 'half', variation: 0 }] }),
]

export const launchDarklyExport = {
  flags: Object.fromEntries(launchDarklyFlags.map((each) => [each.key, each])),
  segments: {
    some: {
      key: 'some',
      version: 1,
      included: ['3', '7'],
      excluded: ['11', 'user-8'],
      salt: 'x',
      rules: [{ clauses: [clause('key', 'endsWith', ['1', '8'])] }],
    },
  },
}
