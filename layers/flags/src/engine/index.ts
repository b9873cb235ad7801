export { compileOperator } from './compile-operator.ts'
export { createEvaluator, type Evaluator, type EvaluatorDeps } from './evaluator.ts'
export { type ExplainStep, type Explanation, explainFlag } from './explain.ts'
export type { Evaluation } from './outcome.ts'
