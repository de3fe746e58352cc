/**
 * The editor's own styles as adopted sheets. Left alone it writes a <style> into the page, which the content
 * security policy does not allow; sheets that a script makes are no inline styles.
 */
import { StyleModule } from "style-mod";

const original = StyleModule.mount.bind(StyleModule);
let sheet: CSSStyleSheet | null = null;
let mounted: readonly StyleModule[] = [];

/** Adds modules in their order: what stands later wins. */
function adopt(root: DocumentOrShadowRoot, modules: readonly StyleModule[]): void {
  sheet ??= new CSSStyleSheet();
  const fresh = modules.filter((module) => !mounted.includes(module));
  if (fresh.length > 0) {
    mounted = [...mounted, ...fresh];
    sheet.replaceSync(mounted.map((module) => module.getRules()).join("\n"));
  }
  // First, so that the page's own rules of equal weight are not outdone by those of the library.
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
}

StyleModule.mount = (root, module, options) => {
  const able = "adoptedStyleSheets" in root && "replaceSync" in CSSStyleSheet.prototype;
  if (able) adopt(root, Array.isArray(module) ? module : [module as StyleModule]);
  else original(root, module, options);
};
