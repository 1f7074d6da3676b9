/** React's text node, which is empty, and the element after it that shows its translated text. */
type Translation = { node: Text; text: string; element: ChildNode };

/**
 * Keeps React's text nodes in the document while the browser translates the page. A translator replaces a text node by a
 * `font` element. React would then change the replaced node, which nobody sees, and throw when it removes the node or
 * inserts before it. So each replaced node returns as an empty one before its translation. When React changes or removes
 * it, the translation is removed, and the translator translates the new text.
 */
export function protectTextNodes(root: Node): void {
  // by node and by element
  const translations = new WeakMap<Node, Translation>();
  const forget = ({ node, element }: Translation) => {
    element.remove();
    translations.delete(node);
    translations.delete(element);
  };
  const update = (translation: Translation) => {
    const { node, text, element } = translation;
    if (node.isConnected && element.isConnected) {
      node.after(element);
      return;
    }
    // the translator shows the original again
    if (node.isConnected) node.data = text;
    forget(translation);
  };
  const keepIfTranslated = (node: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord) => {
    const element = [...addedNodes, previousSibling, nextSibling].find(
      (other) => other instanceof HTMLFontElement && other.isConnected && !translations.has(other),
    ) as HTMLFontElement | undefined; // the predicate checks the type
    if (!element) return;
    // some translators move the node itself into the element
    if (node.parentNode) node.replaceWith(node.data);
    const translation = { node, text: node.data, element };
    translations.set(node, translation).set(element, translation);
    node.data = '';
    element.before(node);
  };
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      const { type, target } = record;
      const changed = type === 'characterData' ? translations.get(target) : undefined;
      if (changed) forget(changed);
      for (const node of record.removedNodes) {
        const translation = translations.get(node);
        if (translation) update(translation);
        else if (node instanceof Text && !(target instanceof HTMLFontElement)) keepIfTranslated(node, record);
      }
    }
    // React made none of these changes
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
}
