import { renderPage } from '../shared/render-page.tsx';
import { AdminPage } from './admin-page.tsx';

renderPage(<AdminPage />);
