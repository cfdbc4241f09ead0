import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'src/lib/backend/types/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-eval': 'error',
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@tauri-apps/*'],
              message: 'Only src/lib/backend/tauri.ts talks to Tauri.',
            },
          ],
        },
      ],
    },
  },
  {
    // The compiler knows every global; the rule does not know TypeScript's types.
    files: ['**/*.ts', '**/*.svelte', '**/*.svelte.ts'],
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    rules: {
      // Text that came from outside is text: never markup.
      'svelte/no-at-html-tags': 'error',
      // The Content-Security-Policy drops style attributes. `style:` directives go through CSSOM.
      'no-restricted-syntax': [
        'error',
        {
          selector: "SvelteAttribute[key.name='style']",
          message: 'Use a class or a style: directive: the CSP drops style attributes.',
        },
      ],
      // Routes live behind `#`: there is no SvelteKit `resolve` here.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['src/lib/backend/tauri.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
