import { must, pending, type Requirement } from './requirement.ts'

/** Requirements of the contract definition library (specification supporting-services, component D), in its order. */
export const contractRequirements: readonly Requirement[] = [
  must(
    'CON-1-1',
    'One contract definition generates database migration, route handlers, SDK client, OpenAPI 3.1 spec and test fixtures',
  ),
  must('CON-2.4-1', 'A contract has name, version (semver), description and schema (object schema)'),
  must(
    'CON-2.4-2',
    'Each operation has an input schema, an output (self or schema), an optional transition {from, to} and a list of event names in emits',
  ),
  must('CON-2.4-3', 'states has field, initial and transitions (state maps operation name to next state)'),
  must('CON-2.4-4', 'surfaces has api {basePath, routes (operation to method and path)} and db {table, indexes}'),
  must('CON-2.4-5', 'authority says what each operation requires: public, authenticated'),
  must('CON-3-1', 'An operation with a transition, when the current state equals from, makes the state become to'),
  must('CON-3-2', 'On creation the state equals states.initial'),
  must('CON-5-1', 'Each operation requires public or authenticated'),
  must('CON-6-1', 'A contract operation lists event names in emits; the set of names is defined per contract'),
  must('CON-9-1', 'Each contract has a version (semver)'),
  must('CON-9-2', 'Published schemas follow the package semver; docs sync on semver bumps'),
  ...pending('the runtime', [['CON-1-2', 'The library also publishes response schemas of the runtime']]),
]
