import { ability } from './ability.ts'

export const comprehend = ability<true>()({
  allows: 'Calls Amazon Comprehend for sentiment and personal data, if configured',
  local: { instead: 'an English-language model and rules for personal data, within the function' },
  rights: (_, { setting }) =>
    setting('COMPREHEND') === 'on'
      ? [
          {
            actions: ['comprehend:BatchDetectSentiment', 'comprehend:DetectPiiEntities'],
            resources: ['*'],
            wildcardReason: 'Both operations process only the text in the request and have no resources',
          },
        ]
      : [],
})
