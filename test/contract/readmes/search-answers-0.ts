import { extractiveAnswer, packContext, sentencesOf, tokenCounter } from '@signet/search/answers'
import { ChatAnswer } from '@signet/search/answers/contract'

const count = await tokenCounter()
console.log(count('a hive of bees')) // tokens of o200k
console.log(packContext([], 4_000, count).passages.length) // 0
console.log(sentencesOf({ text: 'Bees (1 May 2026)\nUser: They swarm. They return.' }).length) // 2
console.log(extractiveAnswer.name, ChatAnswer.shape.refused.description)

export {}
