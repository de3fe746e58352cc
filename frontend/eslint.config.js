import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist", "types-generator", "src/api/schema.ts", "public"] },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
    },
  },
  {
    files: ["src/**/*.tsx"],
    extends: [a11y.flatConfigs.strict],
    plugins: { "react-hooks": hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      "jsx-a11y/no-noninteractive-element-to-interactive-role": [
        "error",
        { ul: ["listbox", "tree"], li: ["option", "treeitem"] },
      ],
      // Panes that scroll must be reachable by keyboard.
      "jsx-a11y/no-noninteractive-tabindex": ["error", { tags: ["main"], roles: ["tabpanel", "region"] }],
    },
  },
  {
    // The library infers what a query answers; writing it twice would only let the two drift apart.
    files: [
      "src/api/queries.ts",
      "src/api/models.ts",
      "src/api/threads.ts",
      "src/api/work.ts",
      "src/api/guidelines.ts",
      "src/api/progress.ts",
    ],
    rules: { "@typescript-eslint/explicit-module-boundary-types": "off" },
  },
);
