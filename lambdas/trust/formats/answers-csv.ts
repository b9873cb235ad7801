import type { PublishedAnswer } from '@signet/posture'

/** Ids and names of ours alone: no cell needs a quotation mark, and none begins a formula. */
export const answersCsv = (answers: readonly PublishedAnswer[], hash: string): string => {
  const lines = answers.map(({ id, answer, covers, claims }) => [id, answer, covers, claims.join(';'), hash].join(','))
  return ['id,answer,covers,claims,receipt', ...lines, ''].join('\r\n')
}
