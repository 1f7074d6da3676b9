import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Follows the links of rows within the page, as the router's own do: one listener a grid, because a component a link costs
 * as much as the rest of its row. What a browser opens elsewhere is left to it.
 * @returns whether a link was followed
 */
export function useLinkClicks(): (event: MouseEvent) => boolean {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented) return false;
    event.preventDefault();
    // as it is written: the element's own `href` has resolved dots in an ID
    void navigate(link.getAttribute('href') ?? '');
    return true;
  };
}
