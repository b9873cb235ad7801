import { findPolicy, validate } from '@signet/evidence'

const policy = findPolicy('eeat-core')
if (policy === undefined) throw new Error('The policy does not exist')
const { score, gaps } = validate({ body: 'By Ada Kay\n\nI weighed every loaf.' }, policy)
console.log(score, gaps.map(({ requirementId, span }) => `${requirementId} at ${span.start}`))

export {}
