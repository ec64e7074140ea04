// How Spectral lints the OpenAPI document; scripts/openapi.test.mjs runs it.
import { oas } from '@stoplight/spectral-rulesets'

export default {
  extends: [[oas, 'recommended']],
  rules: {
    'oas3-parameter-description': 'error',
    'oas3-valid-schema-example': 'error',
    // The specification names its paths with a slash at the end.
    'path-keys-no-trailing-slash': 'off',
  },
}
