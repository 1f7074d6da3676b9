import { useLayoutEffect } from 'react';
import { useService } from '#services/ServicesProvider.tsx';

class InertPage {
  #overlays = 0;

  open(): void {
    this.#overlays++;
    this.#update();
  }

  close(): void {
    this.#overlays--;
    this.#update();
  }

  #update(): void {
    // the root element is outside React
    const root = document.getElementById('root');
    if (root) root.inert = this.#overlays > 0;
  }
}

function createInertPage(): InertPage {
  return new InertPage();
}

export function useInertPage(opened: boolean): void {
  const page = useService(createInertPage);
  useLayoutEffect(() => {
    if (!opened) return;
    page.open();
    return () => page.close();
  }, [page, opened]);
}
