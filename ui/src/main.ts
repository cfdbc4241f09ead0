import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';

// The server has set the cookie, so the token must not stay in the history.
if (location.search !== '') {
  history.replaceState(null, '', location.pathname + location.hash);
}

const target = document.getElementById('app');
if (target) mount(App, { target });
