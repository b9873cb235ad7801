import type { Spread } from './spread.ts'

export const classifyCast: Spread = {
  name: 'classify-cast',
  version: '1.0.0',
  title: 'Which shape of work is this?',
  script: `spread classify_cast "Which shape of work is this?"
deck shapes = patterns@1

ask trigger     "What starts it?" as one of http, webhook, queue, schedule, stream, file, cli, connection, manual
ask route_shape "Which shape do its routes have?" as one of none, single, resource, graphql, proxy, rpc
ask store       "Where does it keep its state?" as one of none, keyvalue, relational, object, vector, cache

position shape "Which shape fits best?"
  draw 1 from shapes top
position beside "Which other shapes are near?"
  draw all from shapes top

say "{shape.titles}, started by {trigger}."
`,
}
