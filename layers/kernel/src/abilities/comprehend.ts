import { ability } from './ability.ts'

export const comprehend = ability<true>()({
  allows: 'Asks Amazon Comprehend for sentiment and personal data, where that is configured',
  local: { instead: 'a model of the English language and rules for personal data, within the function' },
  rights: (_, { setting }) =>
    setting('COMPREHEND') === 'on'
      ? [
          {
            actions: ['comprehend:BatchDetectSentiment', 'comprehend:DetectPiiEntities'],
            resources: ['*'],
            wide: 'Both work on the text that they are sent, and know no resources',
          },
        ]
      : [],
})
