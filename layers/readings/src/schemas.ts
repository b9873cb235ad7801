export { cardSchema, deckSchema } from './check/deck-schema.ts'
export {
  factValueSchema,
  intentionSchema,
  querentIdSchema,
  responseModeSchema,
  seedSchema,
  stateSchema,
} from './reading/reading-schema.ts'
